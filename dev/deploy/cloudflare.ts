import { Stopped } from '../stopped.ts';

type Fault = { code: number; message: string };
type Envelope<Result> = { success: boolean; errors: Fault[]; result: Result; result_info?: { page?: number; total_pages?: number } };

export class CloudflareRefused extends Stopped {
  status: number;
  codes: number[];
  constructor(call: string, status: number, faults: Fault[]) {
    const said = faults.map(({ code, message }) => `${message} [code: ${code}]`).join('; ') || `HTTP ${status}`;
    const help = status === 401 || status === 403 ? ' Does CLOUDFLARE_API_TOKEN have the permissions that docs/deploy.md lists?' : '';
    super(`Cloudflare refused ${call}: ${said}.${help}`);
    this.status = status;
    this.codes = faults.map(({ code }) => code);
  }
}

const patienceMs = 30_000;
const tries = 4;

export type Cloudflare = ReturnType<typeof cloudflareOf>;

/** The few calls of Cloudflare's API that a deployment makes; the upload itself is wrangler's. */
export function cloudflareOf({ token, account, base }: { token: string; account: string; base: string }) {
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
  async function list<Item>(path: string, page = 1): Promise<Item[]> {
    const { result, result_info: info } = await send<Item[]>('GET', `${path}${path.includes('?') ? '&' : '?'}page=${page}&per_page=50`);
    return (info?.total_pages ?? 1) > page ? [...result, ...(await list<Item>(path, page + 1))] : result;
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
