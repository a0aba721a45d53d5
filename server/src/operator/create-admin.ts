import type { AccountsArea } from '../accounts/area.ts'
import type { BillingArea } from '../billing/area.ts'
import { deleteUser } from '../lifecycle/delete-user.ts'
import type { MicrositesArea } from '../microsites/area.ts'
import type { Storage } from '../storage/storage.ts'
import type { UploadsArea } from '../uploads/area.ts'
import type { AdminParts } from './run-command.ts'

interface AdminOptions {
  accounts: AccountsArea
  billing: BillingArea
  microsites: MicrositesArea
  uploads: UploadsArea
  storage: Storage
  removeLeftovers: (folder: string) => Promise<void>
}

/** The dependencies of the operator's commands, from the areas. */
export function createAdmin({
  accounts,
  billing,
  microsites,
  uploads,
  storage,
  removeLeftovers,
}: AdminOptions): AdminParts {
  const removal = {
    storage,
    endSessions: accounts.endSessions,
    endSubscriptions: billing.endSubscriptions,
    listMicrosites: microsites.listIds,
    deleteMicrosite: microsites.remove,
    listUploads: uploads.list,
    removeUpload: uploads.remove,
    removeLeftovers,
    removeAccount: accounts.remove,
  }
  return {
    listUsers: accounts.listUsers,
    findUser: accounts.findUser,
    subscription: billing.subscription,
    plan: billing.plan,
    usage: microsites.usage,
    grant: billing.grant,
    setOperator: accounts.setOperator,
    deleteUser: (userId) => deleteUser(removal, userId),
  }
}
