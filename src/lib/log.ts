export type LogFields = Record<string, unknown>

export interface Log {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

function plain(value: unknown): unknown {
  return value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value
}

/** One JSON object a line (control characters escaped by JSON itself), written by `write`. */
export function jsonLog(write: (line: string) => void): Log {
  const line =
    (level: string) =>
    (message: string, fields: LogFields = {}) => {
      const safe = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, plain(value)]))
      write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...safe })}\n`)
    }
  return { info: line('info'), warn: line('warn'), error: line('error') }
}

export const silentLog: Log = { info() {}, warn() {}, error() {} }
