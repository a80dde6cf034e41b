import { StringDecoder } from 'node:string_decoder'

/** The lines of a stream of UTF-8, as many at a time as come; only a line feed ends one, unlike in node:readline. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string[], void> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.write(Buffer.from(chunk))).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  rest += decoder.end()
  if (rest !== '') yield [rest]
}
