import { expect, test } from 'vitest'
import { safePath } from '../../src/web/address.ts'

test.each([
  ['/sources', '/sources'],
  ['/sources?statut=en_cours&page=2', '/sources?statut=en_cours&page=2'],
  ['/lieux/12#notes', '/lieux/12#notes'],
  ['/recherche?q=%C3%A9', '/recherche?q=%C3%A9'],
])('%s is a path of ours', (path, expected) => {
  expect(safePath(path)).toBe(expected)
})

test.each([
  undefined,
  '',
  'sources',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '///evil.example',
  'https://evil.example/',
  'HTTPS:evil.example',
  'http:/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /sources',
  '\t//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\nLocation: //evil.example',
  '/a\\..\\..//evil.example',
  '\u0000/sources',
  '/sources\u0000',
  '@evil.example',
  './/evil.example',
  ';//evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/../..//evil.example',
  '/%2e//evil.example',
  '/x/%2e%2e//evil.example',
  '/\u0085/evil.example',
])('%j goes home', (path) => {
  expect(safePath(path)).toBe('/')
})
