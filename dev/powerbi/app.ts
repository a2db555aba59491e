import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { armFace } from './arm.ts';
import { controlPlane } from './control.ts';
import { editFace } from './edit.ts';
import { embedFace } from './embed.ts';
import { entraFace } from './entra.ts';
import type { Face } from './faults.ts';
import { restFace } from './rest.ts';
import { newId, refuse, type Sim, type SimContext, type SimEnv, toResponse } from './sim.ts';
import { readToken } from './tokens.ts';
import { uploadFace, uploadPath } from './uploads.ts';

const loopback = /^(localhost|[a-z0-9.-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

function getFace(path: string): Face | null {
  if (path.endsWith('/oauth2/v2.0/token')) return 'entra';
  if (path.startsWith('/v1.0/')) return 'pbi';
  if (path.startsWith('/subscriptions/')) return 'arm';
  if (path.startsWith(uploadPath)) return 'blob';
  if (path.startsWith('/embed/reports/')) return 'embed';
  return null;
}

function getPrincipal(c: SimContext, face: Face, sim: Sim): string | null {
  if (face === 'blob') return sim.jobs.uploads.get(c.req.path.slice(uploadPath.length))?.appId ?? null;
  if (face === 'entra') return new URLSearchParams(c.get('body')).get('client_id');
  const text = c.req.header('authorization')?.split(' ')[1] ?? '';
  return readToken(face === 'embed' ? 'embed' : 'entra', text)?.appId ?? null;
}

/** Files go by as streams; everything else that is sent is short. */
function isText({ req }: SimContext): boolean {
  if (req.method === 'GET' || req.method === 'HEAD' || req.path.startsWith(uploadPath)) return false;
  return !/^multipart\//i.test(req.header('content-type') ?? '');
}

/** Combines the APIs: every call gets a request id and its faults, and is logged. */
export function makeApp(sim: Sim): Hono<SimEnv> {
  const app = new Hono<SimEnv>();

  app.use(async (c, next) => {
    if (!loopback.test(c.req.header('host') ?? ''))
      return refuse(c, 403, 'NotLoopback', 'This stand-in answers on the loopback address only');
    const requestId = newId();
    c.set('requestId', requestId);
    c.set('effect', {});
    c.set('asked', null);
    c.set('body', isText(c) ? await c.req.text() : '');
    await next();
    c.header('RequestId', requestId);
    c.header('x-content-type-options', 'nosniff');
  });

  app.use(async (c, next) => {
    const face = getFace(c.req.path);
    if (!face) return next();
    const startedAt = performance.now();
    const call = { face, method: c.req.method, path: c.req.path, principal: getPrincipal(c, face, sim), body: c.get('body') };
    const { effect, names } = sim.faults.meet(call, sim.now());
    c.set('effect', effect);
    if (effect.delayMs) await wait(effect.delayMs);
    if (effect.hang) await untilGone(c.req.raw.signal);
    const prescribed = toResponse(effect);
    if (prescribed) c.res = prescribed;
    else await next();
    if (effect.cut) c.header('x-sim-cut', '1');
    sim.log.add({
      ...{
        at: new Date(sim.now()).toISOString(),
        face,
        method: call.method,
        path: call.path,
        status: c.res.status,
        principal: call.principal,
      },
      ...{ requestId: c.get('requestId'), ms: Math.round(performance.now() - startedAt), faults: names, asked: c.get('asked') },
    });
  });

  entraFace(app, sim);
  restFace(app, sim);
  armFace(app, sim);
  uploadFace(app, sim);
  embedFace(app, sim);
  editFace(app, sim);
  controlPlane(app, sim);
  app.get('/', (c) =>
    c.json({ service: 'Report service stand-in of Mirante', faces: ['entra', 'pbi', 'arm', 'embed'], control: '/__sim/log' }),
  );
  app.notFound((c) => c.json({ error: { code: 'ResourceNotFound', message: 'No such resource' } }, 404));
  app.onError((error, c) => {
    // A client that disconnects during its upload is not an error.
    if (!c.req.raw.signal.aborted) process.stderr.write(`${error.stack ?? error.message}\n`);
    return c.json({ error: { code: 'StandInFailed', message: error.message } }, 500);
  });
  return app;
}

function untilGone(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
