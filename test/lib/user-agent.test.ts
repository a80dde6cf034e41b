import { expect, test } from 'vitest'
import { browserInWords } from '../../src/lib/user-agent.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox sur Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0',
    'Edge sur Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36',
    'Chrome sur Linux',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15',
    'Safari sur macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    'Safari sur iPhone',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0', 'Firefox sur Android'],
  ['Lynx/2.9.0dev.12 libwww-FM/2.14', 'Lynx'],
  ['w3m/0.5.3', 'w3m'],
  ['<script>alert(1)</script>', 'Navigateur inconnu'],
  ['', 'Navigateur inconnu'],
  [null, 'Navigateur inconnu'],
])('%s', (userAgent, words) => {
  expect(browserInWords(userAgent)).toBe(words)
})
