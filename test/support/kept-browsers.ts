// The project `browser` loads this before each of its files, which then find the browsers of the file before.
import { keepBrowsers } from './browsers.ts'

keepBrowsers()
