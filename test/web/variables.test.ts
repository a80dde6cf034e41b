import { expect, test } from 'vitest'
import { type AppEnv, router } from '../../src/web/env.ts'
import { lookUpVariables } from '../../src/web/variables.ts'

test('reads a variable as it is when it is asked for, by name or destructured', async () => {
  const app = router()
  app.use(async (c, next) => {
    lookUpVariables(c)
    c.set('csrf', 'first')
    await next()
  })
  app.get('/', (c) => {
    const before = c.var
    const { csrf } = c.var
    c.set('csrf', 'second')
    return c.json([csrf, before.csrf, c.var.csrf, c.var.maybeUser ?? null])
  })
  expect(await (await app.request('/')).json()).toEqual(['first', 'second', 'second', null])
})

test('keeps the variables of one request from those of another', async () => {
  const app = router()
  app.use(async (c, next) => {
    lookUpVariables(c)
    c.set('requestId', c.req.query('id') ?? '')
    await new Promise((go) => setTimeout(go, c.req.query('id') === 'a' ? 10 : 1))
    await next()
  })
  app.get('/', (c) => c.text((c.var satisfies AppEnv['Variables']).requestId))
  const answers = await Promise.all(['a', 'b'].map(async (id) => (await app.request(`/?id=${id}`)).text()))
  expect(answers).toEqual(['a', 'b'])
})
