import type { Child } from 'hono/jsx'
import { NBSP } from '../lib/typo.ts'
import { markup } from './markup.ts'

/** A part of a mail, one under the other. */
export type MailBlock =
  | { text: string }
  /** Words of somebody else, line by line. */
  | { quote: string; title: string }
  | { href: string; label: string }
  /** Something to be copied. */
  | { code: string }

interface MailContent {
  title: string
  siteName: string
  blocks: MailBlock[]
  /** Why this person is written to. */
  footer: string
  /** A last link, where it can be made. */
  footerLink?: { href: string; label: string } | undefined
}

export interface MailText {
  subject: string
  text: string
  html: string
}

const MAX_SUBJECT = 200

/** A title may have been typed with line breaks; a header has none. */
export const oneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()

function blockText(block: MailBlock): string {
  if ('text' in block) return block.text
  if ('quote' in block) return `${block.title}${NBSP}:\n${block.quote}`
  return 'href' in block ? `${block.label}${NBSP}:\n${block.href}` : block.code
}

function textOf({ blocks, siteName, footer, footerLink }: MailContent): string {
  const end = `-- \n${siteName}\n${footer}${footerLink ? `\n${footerLink.href}` : ''}`
  return `${[...blocks.map(blockText), end].join('\n\n')}\n`
}

function Block({ block }: { block: MailBlock }): Child {
  if ('text' in block) return <p>{block.text}</p>
  if ('quote' in block) return <Quote {...block} />
  if ('code' in block)
    return (
      <p>
        <strong>{block.code}</strong>
      </p>
    )
  return (
    <p>
      <a href={block.href}>{block.label}</a>
    </p>
  )
}

function Quote({ quote, title }: { quote: string; title: string }): Child {
  return (
    <>
      <p>{`${title}${NBSP}:`}</p>
      <blockquote>
        {quote.split('\n').map((line, index) => (
          <>
            {index > 0 && <br />}
            {line}
          </>
        ))}
      </blockquote>
    </>
  )
}

function MailDocument({ subject, content }: { subject: string; content: MailContent }) {
  const { blocks, siteName, footer, footerLink } = content
  return (
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <title>{subject}</title>
      </head>
      <body>
        {blocks.map((block) => (
          <Block block={block} />
        ))}
        <hr />
        <p>
          {siteName}
          <br />
          <small>
            {footer} {footerLink && <a href={footerLink.href}>{footerLink.label}</a>}
          </small>
        </p>
      </body>
    </html>
  )
}

/** A mail: subject on one line after the name of the site, text and HTML that say the same. */
export function mailText(content: MailContent): MailText {
  const subject = oneLine(`[${content.siteName}] ${content.title}`).slice(0, MAX_SUBJECT)
  const html = markup(<MailDocument subject={subject} content={content} />)
  return { subject, text: textOf(content), html: `<!DOCTYPE html>${html}` }
}
