import { Stopped } from '../stopped.ts';

type Fault = { code: number; message: string };
type Paging = { per_page?: number; total_pages?: number };
type Envelope<Result> = { success: boolean; errors: Fault[]; result: Result; result_info?: Paging };

const r2IsOff = 'Switch R2 on in the dashboard (R2 Object Storage), once for the account, and run the same command again.';
/** What to do about refusals of an account that lacks a step of docs/deploy.md, by Cloudflare's code. */
const remedies: Record<number, string> = {
  10042: r2IsOff,
  10136: r2IsOff,
  10063:
    'Open Workers & Pages in the dashboard, once for the account (it makes the workers.dev sub-domain), and run the same command again.',
};
export const remedyFor = (codes: readonly number[]): string | undefined => codes.map((code) => remedies[code]).find(Boolean);

export class CloudflareRefused extends Stopped {
  status: number;
  codes: number[];
  constructor(call: string, status: number, faults: Fault[]) {
    const said = faults.map(({ code, message }) => `${message} [code: ${code}]`).join('; ') || `HTTP ${status}`;
    const codes = faults.map(({ code }) => code);
    const token = status === 401 || status === 403 ? 'Does CLOUDFLARE_API_TOKEN have the permissions that docs/deploy.md lists?' : '';
    super(`Cloudflare refused ${call}: ${said}. ${remedyFor(codes) ?? token}`.trimEnd());
    this.status = status;
    this.codes = codes;
  }
}

const patienceMs = 30_000;
const tries = 4;

export type Cloudflare = ReturnType<typeof getCloudflare>;

/** The few calls of Cloudflare's API that a deployment makes; the upload itself is wrangler's. */
export function getCloudflare({ token, account, base }: { token: string; account: string; base: string }) {
  /** Retries when the API is busy or failing: every call here is idempotent. */
  async function send<Result>(method: string, path: string, body?: unknown, attempt = 1): Promise<Envelope<Result>> {
    const call = `${method} ${path}`;
    const retry = async (reason: string) => {
      if (attempt === tries) throw new Stopped(`Cloudflare didn't answer ${call}: ${reason}. Run the same command again.`);
      await new Promise((done) => setTimeout(done, 500 * 2 ** attempt));
      return send<Result>(method, path, body, attempt + 1);
    };
    let response: Response;
    try {
      response = await fetch(`${base}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      });
    } catch (error) {
      return retry(error instanceof Error ? error.message : String(error));
    }
    const text = await response.text();
    if (response.status === 429 || response.status >= 500) return retry(`HTTP ${response.status}`);
    const envelope = parse<Envelope<Result>>(text);
    if (!envelope) throw new Stopped(`Cloudflare answered ${call} with HTTP ${response.status} and no JSON.`);
    if (!response.ok || !envelope.success) throw new CloudflareRefused(call, response.status, envelope.errors ?? []);
    return envelope;
  }
  const call = async <Result>(method: string, path: string, body?: unknown) => (await send<Result>(method, path, body)).result;
  /** Every item of a list. Some lists, such as namespaces, don't return a page count: after a full page, the next one is requested. */
  async function list<Item>(path: string, page = 1): Promise<Item[]> {
    const { result, result_info: info } = await send<Item[]>('GET', `${path}${path.includes('?') ? '&' : '?'}page=${page}&per_page=50`);
    const isFull = info !== undefined && result.length > 0 && result.length >= (info.per_page ?? 50);
    const hasMore = info?.total_pages === undefined ? isFull : info.total_pages > page;
    return hasMore ? [...result, ...(await list<Item>(path, page + 1))] : result;
  }
  return { account, inAccount: (path: string) => `/accounts/${account}${path}`, call, list };
}

/** The answer, or null for 404. */
export async function unlessMissing<Result>(asked: Promise<Result>): Promise<Result | null> {
  return asked.catch((error) => {
    if (error instanceof CloudflareRefused && error.status === 404) return null;
    throw error;
  });
}

function parse<Value>(text: string): Value | null {
  try {
    return JSON.parse(text) as Value; // because the caller names what the API answers
  } catch {
    return null;
  }
}
