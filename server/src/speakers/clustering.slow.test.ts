import { createClusteringDiariser } from './clustering.ts'
import { describeDiariser } from './diariser.testing.ts'

describeDiariser('clustering', async () => createClusteringDiariser())
