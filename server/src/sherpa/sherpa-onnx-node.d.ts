/** The part of sherpa-onnx-node 1.13 that is used; the types in its package can't be resolved. */
declare module 'sherpa-onnx-node' {
  namespace sherpa {
    class Vad {
      constructor(config: object, bufferSeconds: number)
      acceptWaveform(samples: Float32Array): void
      isEmpty(): boolean
      /** Whether speech is in progress. */
      isDetected(): boolean
      /** @param external false: samples are copied. `start` is counted in samples. */
      front(external: boolean): { start: number; samples: Float32Array }
      pop(): void
      /** Ends the speech in progress, at the last window. */
      flush(): void
    }

    class OfflineRecognizer {
      constructor(config: object)
      createStream(): OfflineStream
      decode(stream: OfflineStream): void
      getResult(stream: OfflineStream): { text: string; tokens: string[]; timestamps: number[] }
    }

    class OfflineStream {
      acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void
    }

    class OfflineSpeakerDiarization {
      constructor(config: object)
      /** Sample rate of the segmentation model, Hz. */
      sampleRate: number
      /**
       * Blocks until all audio is processed. @returns ranges ordered by start, in seconds; those of two speakers may
       * overlap.
       */
      process(samples: Float32Array): { start: number; end: number; speaker: number }[]
    }
  }
  export default sherpa
}
