import type { Face } from './faults.ts';

export type LoggedCall = {
  at: string;
  face: Face;
  method: string;
  path: string;
  status: number;
  principal: string | null;
  requestId: string;
  ms: number;
  faults: string[];
  /** Of GenerateToken: what was asked. */
  asked: unknown;
};

const keptCalls = 2000;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

export type CallLog = ReturnType<typeof makeLog>;

/** Remembers the newest calls and counts all of them by method and path, ids left out. */
export function makeLog() {
  let calls: LoggedCall[] = [];
  let counts = new Map<string, Map<string, number>>();

  return {
    reset(): void {
      calls = [];
      counts = new Map();
    },

    add(call: LoggedCall): void {
      calls.push(call);
      if (calls.length > keptCalls) calls = calls.slice(-keptCalls / 2);
      const route = `${call.method} ${call.path.replace(uuid, ':id').replace('/v1.0/myorg', '')}`;
      for (const owner of ['', call.principal ?? '-']) {
        const own = counts.get(owner) ?? new Map<string, number>();
        own.set(route, (own.get(route) ?? 0) + 1);
        counts.set(owner, own);
      }
    },

    getCount: (principal: string, route: string): number => counts.get(principal)?.get(route) ?? 0,

    read(principal: string | null): { counts: Record<string, number>; calls: LoggedCall[] } {
      return {
        counts: Object.fromEntries(counts.get(principal ?? '') ?? []),
        calls: principal === null ? calls : calls.filter((call) => call.principal === principal),
      };
    },
  };
}
