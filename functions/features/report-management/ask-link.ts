import { AppError } from '../../../domain/errors/catalogue.ts';
import type { LinkAnswer } from '../../../domain/report-management/contract.ts';
import { externalLink, mayFrame } from './external-link.ts';

const waitMs = 5_000;
const maxHops = 3;

type Ask = (url: string, init: RequestInit) => Promise<Response>;
type Options = { ancestor: string; isPrivate?: (host: string) => Promise<boolean>; ask?: Ask };

const refused = (): AppError => new AppError('link_refused', undefined, { field: 'externalUrl' });

/**
 * Asks the site of an external link whether it may be framed here. Every hop is checked to be a public https address before connecting;
 * only headers are read. A site that doesn't answer isn't an error: it may answer on the users' own network.
 */
export async function askLink(link: string, { ancestor, isPrivate, ask = fetch }: Options): Promise<LinkAnswer> {
  const deadline = AbortSignal.timeout(waitMs);
  let url = externalLink(link);
  if (!url) throw refused();
  for (let hop = 0; hop <= maxHops; hop += 1) {
    if (await isPrivate?.(url.hostname)) throw refused();
    const answer = await getHeaders(url.href, ask, deadline);
    if (!answer) return 'unreachable';
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
    if (!location) return mayFrame(url.href, answer.headers, ancestor) ? 'frames' : 'tab';
    url = externalLink(URL.parse(location, url.href)?.href ?? '');
    if (!url) throw refused();
  }
  return 'unreachable';
}

async function getHeaders(url: string, ask: Ask, signal: AbortSignal): Promise<Response | null> {
  for (const method of ['HEAD', 'GET']) {
    try {
      const response = await ask(url, { method, redirect: 'manual', signal, headers: { accept: 'text/html,*/*;q=0.5' } });
      await response.body?.cancel();
      // Some sites don't support HEAD.
      if (method === 'HEAD' && [403, 404, 405, 501].includes(response.status)) continue;
      return response.status >= 500 ? null : response;
    } catch {
      if (signal.aborted) return null;
    }
  }
  return null;
}
