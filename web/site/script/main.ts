import '../site.css'
import { startSitePage } from './start-site-page.ts'

startSitePage()
