import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  AI_SERVER_PATHS,
  aiServerSchema,
  aiServerTrialSchema,
  localServersSchema,
  type AiServerAttempt,
  type AiServerChange,
  type AiServerTrial,
  type AiServerView,
  type LocalServer,
} from '@callfolio/shared/contract/ai-server.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { requestProblem } from '../../lib/request-problem.ts'
import { useServices } from '../../lib/services.tsx'
import { CAPABILITIES } from '../../lib/use-capabilities.ts'
import { ENGINES_KEY, TRIAL_MS } from './use-speech-model.ts'

/**
 * An AI server that replaces this server's engines: one configured in the environment is shown, any other is entered
 * here.
 */
export function AiServerSetting({ server }: { server: AiServerView }) {
  return (
    <div className="grid gap-3">
      <h4 className="text-15 font-medium">AI server</h4>
      {server?.from === 'environment' ? (
        <p className="text-15 wrap-anywhere">
          {server.base_url}{' '}
          <span className="block text-13 text-muted">
            Set by OPENAI_API_KEY or OPENAI_BASE_URL in the server’s environment. Change it there.
          </span>
        </p>
      ) : (
        <AiServerForm key={JSON.stringify(server)} server={server} />
      )}
    </div>
  )
}

const NOTHING: AiServerChange = { base_url: '', transcribe_model: '', analysis_model: '' }

function AiServerForm({ server }: { server: AiServerView }) {
  const [change, setChange] = useState<AiServerChange>(
    server === null
      ? NOTHING
      : {
          base_url: server.base_url,
          transcribe_model: server.transcribe_model ?? '',
          analysis_model: server.analysis_model ?? '',
        },
  )
  const models = useId()
  const { trial, use, remove } = useAiServer()
  const pending = trial.isPending || use.isPending || remove.isPending
  const problem = requestProblem(use.error ?? remove.error ?? trial.error)
  const set = (changed: Partial<AiServerChange>) => setChange({ ...change, ...changed })
  const isKept = server?.has_key === true && change.base_url.replace(/\/+$/, '') === server.base_url
  const isComplete = change.base_url !== '' && (change.transcribe_model !== '' || change.analysis_model !== '')

  return (
    <>
      <p className="text-13 text-muted">
        {server === null
          ? 'Not set up. Any OpenAI-compatible server can replace the engines above.'
          : 'The AI server is in use.'}{' '}
        It receives audio, transcripts or both from all users’ calls, with titles, descriptions and names.
      </p>
      <form
        noValidate
        aria-label="AI server"
        onSubmit={(event) => {
          event.preventDefault()
          use.mutate(change)
        }}
        className="grid gap-4"
      >
        <TextField
          label="Address"
          type="url"
          placeholder="https://api.openai.com/v1"
          spellCheck={false}
          value={change.base_url}
          onChange={({ target }) => set({ base_url: target.value.trim() })}
        />
        <TextField
          label="Key"
          type="password"
          autoComplete="off"
          hint={
            isKept
              ? 'A key is saved. Leave empty to keep it.'
              : 'Stored encrypted and never shown again. Servers in your own network may not need one.'
          }
          value={change.key ?? ''}
          onChange={({ target: { value } }) => {
            const { key: _, ...others } = change
            setChange(value === '' ? others : { ...others, key: value })
          }}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Transcription model"
            hint="Leave empty to send no audio."
            list={models}
            spellCheck={false}
            value={change.transcribe_model}
            onChange={({ target }) => set({ transcribe_model: target.value })}
          />
          <TextField
            label="Recap model"
            hint="Leave empty to send no transcripts."
            list={models}
            spellCheck={false}
            value={change.analysis_model}
            onChange={({ target }) => set({ analysis_model: target.value })}
          />
        </div>
        <datalist id={models}>
          {trial.data?.models.map((model) => (
            <option key={model}>{model}</option>
          ))}
        </datalist>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={pending || !isComplete}>
            {use.isPending ? 'Saving...' : 'Save server'}
          </Button>
          <Button variant="secondary" disabled={pending || !isComplete} onClick={() => trial.mutate(change)}>
            {trial.isPending ? 'Testing...' : 'Test'}
          </Button>
          {server !== null && (
            <Button variant="quiet" disabled={pending} onClick={() => remove.mutate()}>
              Remove server
            </Button>
          )}
        </div>
      </form>
      <div role="status" className="grid gap-3">
        {trial.data && <TrialResult trial={trial.data} />}
      </div>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <LocalServers onFill={(found) => setChange({ ...NOTHING, ...filledFrom(found) })} />
    </>
  )
}

/** A server with transcription is preselected for transcripts, any other for recaps. */
function filledFrom({ name, base_url, models: [model = ''] }: LocalServer): Partial<AiServerChange> {
  // It accepts any name.
  if (name === 'whisper.cpp') return { base_url, transcribe_model: 'whisper-1' }
  return /whisper|parakeet/i.test(model) ? { base_url, transcribe_model: model } : { base_url, analysis_model: model }
}

function useAiServer() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  // Engines in use, and data flow, are shown on other screens too.
  const onSuccess = async () => {
    await queryClient.invalidateQueries({ queryKey: ENGINES_KEY })
    await queryClient.invalidateQueries({ queryKey: CAPABILITIES.queryKey })
  }
  return {
    trial: useMutation({
      mutationFn: (body: AiServerChange) =>
        api.request(AI_SERVER_PATHS.trial, aiServerTrialSchema, {
          method: 'POST',
          body,
          signal: AbortSignal.timeout(TRIAL_MS),
        }),
    }),
    use: useMutation({
      mutationFn: (body: AiServerChange) =>
        api.request(AI_SERVER_PATHS.server, aiServerSchema, { method: 'PUT', body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: () => api.request(AI_SERVER_PATHS.server, aiServerSchema, { method: 'DELETE' }),
      onSuccess,
    }),
  }
}

function TrialResult({ trial: { transcript, recap, models } }: { trial: AiServerTrial }) {
  const failed = [transcript, recap].some((attempt) => attempt !== null && 'problem' in attempt)
  return (
    <>
      <Attempt attempt={transcript} what="Transcript of ten seconds of the sample call" />
      <Attempt attempt={recap} what="Recap of three lines" />
      {failed && models.length > 0 && (
        <p className="text-13 wrap-anywhere text-muted">Available models: {models.slice(0, 12).join(', ')}.</p>
      )}
    </>
  )
}

function Attempt({ attempt, what }: { attempt: AiServerAttempt; what: string }) {
  if (attempt === null) return null
  return (
    <div className="grid gap-0.5">
      <p className="text-13 text-muted">
        {what}
        {'seconds' in attempt && `, in ${attempt.seconds.toFixed(1)} s`}:
      </p>
      {'problem' in attempt ? (
        <p className="text-15 text-danger">{attempt.problem}</p>
      ) : (
        <p className="text-15">{attempt.text === '' ? 'The response was empty.' : `“${attempt.text}”`}</p>
      )}
    </div>
  )
}

/** Suggests servers that already run on this machine; none is used before the operator chooses it. */
function LocalServers({ onFill }: { onFill: (server: LocalServer) => void }) {
  const { api } = useServices()
  const search = useMutation({
    mutationFn: () => api.request(AI_SERVER_PATHS.localServers, localServersSchema),
  })
  const problem = requestProblem(search.error)
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="secondary" disabled={search.isPending} onClick={() => search.mutate()}>
        {search.isPending ? 'Searching...' : 'Find local AI servers'}
      </Button>
      <div role="status" className="grid w-full gap-3">
        {search.data?.servers.length === 0 && (
          <p className="text-13 text-muted">
            No server found on the default ports of Ollama, LM Studio, llama.cpp, vLLM and whisper servers.
          </p>
        )}
        {search.data?.servers.map((server) => (
          <div key={server.base_url} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-64 text-15 wrap-anywhere">
              {server.name}
              <span className="block text-13 text-muted">
                {[server.base_url, server.models.slice(0, 5).join(', '), server.problem].filter(Boolean).join(' · ')}
              </span>
            </p>
            <Button variant="secondary" size="sm" onClick={() => onFill(server)}>
              Use
            </Button>
          </div>
        ))}
      </div>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
    </div>
  )
}
