import * as z from 'zod';
import { random } from './model/facts.ts';
import type { PageFault } from './model/types.ts';

export type Face = 'entra' | 'pbi' | 'arm' | 'blob' | 'embed';

/** What a matched fault does to one call; several faults add up. */
export type Effect = {
  delayMs?: number | undefined;
  hang?: boolean | undefined;
  cut?: boolean | undefined;
  answer?: { status: number; headers: Record<string, string>; body: string } | undefined;
  tokenSeconds?: number | undefined;
  refreshFails?: boolean | undefined;
  /** `fails` for good, `busy` says when to come back, `stuck` never ends. */
  exportFault?: 'fails' | 'busy' | 'stuck' | undefined;
  importFault?: 'fails' | 'stuck' | undefined;
  /** `stuck` never ends a change; `flapping` alternates between two states at each look. */
  armFault?: 'stuck' | 'flapping' | undefined;
  page?: PageFault | undefined;
};

export const presetNames = [
  'unauthorized',
  'token_expired',
  'not_member',
  'token_quota',
  'not_found',
  'throttled',
  'server_error',
  'html',
  'capacity_paused',
  'slow',
  'hang',
  'cut',
  'bad_json',
  'secret_wrong',
  'secret_expired',
  'app_unknown',
  'refresh_failed',
  'short_token',
  'never_rendered',
  'page_error',
  'wrong_origin',
  'export_failed',
  'export_busy',
  'export_stuck',
  'import_failed',
  'import_stuck',
  'arm_forbidden',
  'arm_busy',
  'arm_stuck',
  'arm_flapping',
] as const;
type PresetName = (typeof presetNames)[number];

export const faultInput = z.strictObject({
  preset: z.optional(z.enum(presetNames)),
  scope: z.optional(z.enum(['entra', 'pbi', 'arm', 'blob', 'embed'])),
  method: z.optional(z.string()),
  /** Regular expression over the path. */
  path: z.optional(z.string()),
  /** App id of the one principal that gets the fault, so that parallel tests don't disturb each other. */
  principal: z.optional(z.string()),
  /** A report id that the path or the body names. */
  report: z.optional(z.string()),
  status: z.optional(z.int().check(z.gte(200), z.lte(599))),
  body: z.optional(z.union([z.string(), z.record(z.string(), z.unknown())])),
  headers: z.optional(z.record(z.string(), z.string())),
  delayMs: z.optional(z.int().check(z.gte(0), z.lte(120_000))),
  retryAfter: z.optional(z.int().check(z.gte(0))),
  seconds: z.optional(z.int().check(z.gte(1))),
  times: z.optional(z.int().check(z.gte(1))),
  /** The fault applies only to calls beyond this number per principal and minute. */
  perMinute: z.optional(z.int().check(z.gte(1))),
  probability: z.optional(z.number().check(z.gte(0), z.lte(1))),
});
export type FaultInput = z.infer<typeof faultInput>;

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Effect => ({
  answer: { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body: JSON.stringify(body) },
});
const refuse = (status: number, code: string, message: string, headers?: Record<string, string>) =>
  json(status, { error: { code, message } }, headers);
const entra = (status: number, error: string, code: number, description: string) =>
  json(status, { error, error_description: `AADSTS${code}: ${description}`, error_codes: [code] });

type Preset = { scope?: Face; path?: string; effect: (input: FaultInput) => Effect };
const presets: Record<PresetName, Preset> = {
  unauthorized: { scope: 'pbi', effect: () => refuse(401, 'PowerBINotAuthorizedException', 'The caller is not authenticated') },
  token_expired: {
    scope: 'pbi',
    effect: () => refuse(403, 'TokenExpired', 'Access token has expired, resubmit with a new access token'),
  },
  not_member: {
    scope: 'pbi',
    effect: () =>
      json(403, {
        error: {
          code: 'PowerBINotAuthorizedException',
          'pbi.error': { code: 'PowerBINotAuthorizedException', parameters: {}, details: [], exceptionCulprit: 1 },
        },
      }),
  },
  token_quota: {
    scope: 'pbi',
    path: 'GenerateToken$',
    effect: () => refuse(403, 'EmbedTokenQuotaExceeded', 'The limit of embed tokens for a workspace without capacity was reached'),
  },
  not_found: { effect: () => refuse(404, 'PowerBIEntityNotFound', 'The requested entity was not found') },
  throttled: {
    scope: 'pbi',
    effect: ({ retryAfter }) =>
      refuse(429, 'TooManyRequests', 'You have exceeded the amount of requests allowed in the current time frame', {
        'retry-after': String(retryAfter ?? 5),
      }),
  },
  server_error: { effect: () => refuse(500, 'InternalServerError', 'An error occurred while processing the request') },
  html: {
    effect: () => ({
      answer: { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><body><h1>502 Bad Gateway</h1></body></html>' },
    }),
  },
  capacity_paused: {
    effect: () => refuse(503, 'CapacityNotActive', 'Unable to complete the action because this Fabric capacity is currently paused.'),
  },
  slow: { effect: ({ delayMs }) => ({ delayMs: delayMs ?? 2000 }) },
  hang: { effect: () => ({ hang: true }) },
  cut: { effect: () => ({ cut: true }) },
  bad_json: { effect: () => ({ answer: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"value":[{"id":' } }) },
  secret_wrong: { scope: 'entra', effect: () => entra(401, 'invalid_client', 7000215, 'Invalid client secret provided.') },
  secret_expired: {
    scope: 'entra',
    effect: () => entra(401, 'invalid_client', 7000222, 'The provided client secret keys for the app are expired.'),
  },
  app_unknown: {
    scope: 'entra',
    effect: () => entra(400, 'unauthorized_client', 700016, 'The application was not found in the directory.'),
  },
  refresh_failed: { scope: 'pbi', path: 'refreshes$', effect: () => ({ refreshFails: true }) },
  short_token: { scope: 'pbi', path: 'GenerateToken$', effect: ({ seconds }) => ({ tokenSeconds: seconds ?? 5 }) },
  never_rendered: { scope: 'embed', effect: () => ({ page: 'never_rendered' }) },
  page_error: { scope: 'embed', effect: () => ({ page: 'error' }) },
  wrong_origin: { scope: 'embed', effect: () => ({ page: 'wrong_origin' }) },
  export_failed: { scope: 'pbi', path: 'ExportTo$', effect: () => ({ exportFault: 'fails' }) },
  export_busy: { scope: 'pbi', path: 'ExportTo$', effect: () => ({ exportFault: 'busy' }) },
  export_stuck: { scope: 'pbi', path: 'ExportTo$', effect: () => ({ exportFault: 'stuck' }) },
  import_failed: { scope: 'pbi', path: 'imports$', effect: () => ({ importFault: 'fails' }) },
  import_stuck: { scope: 'pbi', path: 'imports$', effect: () => ({ importFault: 'stuck' }) },
  arm_busy: {
    scope: 'arm',
    effect: () => refuse(409, 'ServiceIsBusy', 'The capacity is in the middle of another operation.'),
  },
  arm_stuck: { scope: 'arm', effect: () => ({ armFault: 'stuck' }) },
  arm_flapping: { scope: 'arm', effect: () => ({ armFault: 'flapping' }) },
  arm_forbidden: {
    scope: 'arm',
    effect: () =>
      refuse(
        403,
        'AuthorizationFailed',
        "The client does not have authorization to perform action 'Microsoft.PowerBIDedicated/capacities/read'.",
      ),
  },
};

export type Call = { face: Face; method: string; path: string; principal: string | null; body: string };
type Fault = FaultInput & { id: number; left: number; seen: Map<string, number[]> };

const minuteMs = 60_000;

/** Counts the call and returns whether its principal has used up this minute. */
function isOverLimit(fault: Fault, call: Call, now: number): boolean {
  if (fault.perMinute === undefined) return true;
  const principal = call.principal ?? '';
  const recent = (fault.seen.get(principal) ?? []).filter((at) => at > now - minuteMs);
  const isOver = recent.length >= fault.perMinute;
  fault.seen.set(principal, isOver ? recent : [...recent, now]);
  return isOver;
}

function matches(fault: Fault, call: Call): boolean {
  const preset = fault.preset && presets[fault.preset];
  const scope = fault.scope ?? preset?.scope;
  const path = fault.path ?? preset?.path;
  if (scope && scope !== call.face) return false;
  if (fault.method && fault.method.toUpperCase() !== call.method) return false;
  if (path && !new RegExp(path, 'i').test(call.path)) return false;
  if (fault.principal && fault.principal !== call.principal) return false;
  return !fault.report || call.path.includes(fault.report) || call.body.includes(fault.report);
}

function getEffect(fault: FaultInput): Effect {
  const base: Effect = fault.preset ? presets[fault.preset].effect(fault) : {};
  const status = fault.status ?? base.answer?.status;
  const own = fault.status !== undefined || fault.body !== undefined || fault.headers !== undefined;
  const answer = own && status !== undefined ? withOwn(fault, status, base) : base.answer;
  return { ...base, answer, delayMs: fault.delayMs ?? base.delayMs };
}

function withOwn(fault: FaultInput, status: number, base: Effect): Effect['answer'] {
  const body = typeof fault.body === 'string' ? fault.body : fault.body ? JSON.stringify(fault.body) : (base.answer?.body ?? '');
  const kind = typeof fault.body === 'string' ? 'text/plain' : 'application/json';
  return { status, body, headers: { 'content-type': kind, ...base.answer?.headers, ...fault.headers } };
}

export type Faults = ReturnType<typeof makeFaults>;

/** The faults requested over the control plane; a fault with `times` ends by itself. */
export function makeFaults() {
  let faults: Fault[] = [];
  let last = 0;
  let chance = random(1);

  return {
    list: (): Fault[] => faults,

    add(input: FaultInput): number {
      const id = ++last;
      faults.push({ ...input, id, left: input.times ?? Number.POSITIVE_INFINITY, seen: new Map() });
      return id;
    },

    remove(id: number | null): void {
      faults = id === null ? [] : faults.filter((fault) => fault.id !== id);
      if (id === null) chance = random(1);
    },

    /** Collects what every matching fault does to this call and counts each of them as used. */
    meet(call: Call, now: number): { effect: Effect; names: string[] } {
      const names: string[] = [];
      let effect: Effect = {};
      for (const fault of faults) {
        if (fault.left <= 0 || !matches(fault, call)) continue;
        if (fault.probability !== undefined && chance() >= fault.probability) continue;
        if (!isOverLimit(fault, call, now)) continue;
        fault.left -= 1;
        const own = Object.entries(getEffect(fault)).filter(([, value]) => value !== undefined);
        effect = { ...effect, ...Object.fromEntries(own) };
        names.push(fault.preset ?? 'custom');
      }
      return { effect, names };
    },

    /** The effect of a report that fails by its nature (its `failure` in the world). */
    natural: (preset: PresetName): Effect => presets[preset].effect({}),
  };
}
