import { env as settings } from 'cloudflare:workers';
import { routeTable } from 'virtual:routes';
import type { ExecutionContext, MessageBatch, ScheduledController } from '@cloudflare/workers-types';
import { getSignInPage } from './features/session/sign-in-page.ts';
import { type FeatureAnswers, makeApp } from './request/app.ts';
import { type Env, settingsFaults } from './request/env.ts';

const faults = settingsFaults(settings as unknown as Env); // because the runtime's type of env is generated elsewhere
if (faults.length > 0) throw new Error(`refuses to start: ${faults.join('; ')}`);

// All but the sign-in page is imported by the first call that needs it.
const features: FeatureAnswers = {
  getSignInPage,
  getAncestors: async (...given) => (await import('./features/embedding/ancestors.ts')).getAncestors(...given),
  serveFile: async (...given) => (await import('./features/storage/serve-file.ts')).serveFile(...given),
  serveUnsubscribe: async (...given) => (await import('./features/notifications/unsubscribe-page.ts')).serveUnsubscribe(...given),
  serveEntraCallback: async (...given) => (await import('./features/entra/callback.ts')).serveEntraCallback(...given),
  serveScim: async (...given) => (await import('./features/scim/serve.ts')).serveScim(...given),
};
const app = makeApp(routeTable, features);

// What cron and the queues run is loaded by their own events: an isolate that serves people never reads it.
export default {
  // Because Hono has its own type of the same context.
  fetch: (request: Request, env: Env, ctx: ExecutionContext) => app.fetch(request, env, ctx as never),
  async scheduled(event: ScheduledController, env: Env) {
    const { runDue } = await import('../scheduled/index.ts');
    await runDue(new Date(event.scheduledTime), env);
  },
  async queue(batch: MessageBatch, env: Env) {
    const { consume } = await import('../scheduled/consume.ts');
    await consume(batch, env);
  },
};
