import type { CDPSession, Page } from 'playwright-core';
import { gz } from './built-files.ts';

export type Loaded = {
  url: URL;
  kind: string;
  /** Seconds by the browser's own clock. */
  startedAt: number;
  endedAt: number;
  isCached: boolean;
  /** Bytes over the wire, and how many of them were headers; 0 from the cache. */
  wire: number;
  headers: number;
};
export type Network = {
  session: CDPSession;
  take(): Loaded[];
  getBody(loaded: Loaded): Promise<Buffer>;
  /** Waits until no file was loading for half a second; API calls don't count, because a page may go on calling. */
  filesSettled(): Promise<void>;
  /** Every answer to the page then comes this much later; what comes from the cache does not. */
  delay(ms: number): Promise<void>;
};

const settleMs = 500;
const longestMs = 60_000;

/** Chromium's own network log of a page, without the frames inside it. */
export async function getNetwork(page: Page): Promise<Network> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const seen = new Map<string, Loaded>();
  const ids = new WeakMap<Loaded, string>();
  let lastAt = Date.now();
  const note = (loaded: Loaded) => {
    if (!isCall(loaded)) lastAt = Date.now();
  };
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type = 'Other' }) => {
    if (!request.url.startsWith('http')) return;
    const loaded = { url: new URL(request.url), kind: type, startedAt: timestamp, endedAt: 0, isCached: false, wire: 0, headers: 0 };
    seen.set(requestId, loaded);
    ids.set(loaded, requestId);
    note(loaded);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const loaded = seen.get(requestId);
    if (loaded) loaded.isCached = true;
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const loaded = seen.get(requestId);
    if (!loaded) return;
    loaded.isCached ||= response.fromDiskCache === true || response.fromPrefetchCache === true;
    loaded.headers = response.encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const loaded = seen.get(requestId);
    if (!loaded) return;
    Object.assign(loaded, { endedAt: timestamp, wire: encodedDataLength });
    note(loaded);
  });
  session.on('Network.loadingFailed', ({ requestId }) => seen.delete(requestId));
  return {
    session,
    take() {
      const loaded = [...seen.values()].filter(({ endedAt }) => endedAt > 0);
      seen.clear();
      return loaded;
    },
    async getBody(loaded) {
      const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId: ids.get(loaded) ?? '' });
      return Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
    },
    async filesSettled() {
      const begun = Date.now();
      for (;;) {
        const open = [...seen.values()].filter((each) => each.endedAt === 0 && !isCall(each));
        if (open.length === 0 && Date.now() - lastAt >= settleMs) return;
        if (Date.now() - begun > longestMs) throw new Error(`Still loading: ${open.map(({ url }) => url.href).join(', ')}`);
        await new Promise((resolve) => setTimeout(resolve, settleMs / 10));
      }
    },
    async delay(ms) {
      await session.send('Network.emulateNetworkConditions', { offline: false, latency: ms, downloadThroughput: -1, uploadThroughput: -1 });
    },
  };
}

export const isScript = ({ kind }: Loaded) => kind === 'Script';
export const isStyle = ({ kind }: Loaded) => kind === 'Stylesheet';
export const isCall = ({ url }: Loaded) => url.pathname.startsWith('/api/');

/** The local server compresses nothing, the product's network does: text counts as gzip -6. */
export async function zipped(network: Network, loaded: Loaded[]): Promise<number> {
  const bodies = await Promise.all(loaded.map((each) => network.getBody(each)));
  return bodies.reduce((total, body) => total + gz(body), 0);
}

/**
 * The number of consecutive round trips up to each request's end. A request depends on the one that ended last before it began: parallel
 * requests are one trip however many connections the browser has, and cached responses are none.
 */
export function tripsTo(loaded: Loaded[]): Map<Loaded, number> {
  const trips = new Map<Loaded, number>();
  for (const each of loaded.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const before = [...trips.keys()].filter(({ endedAt }) => endedAt <= each.startedAt);
    const waitedFor = before.toSorted((a, b) => b.endedAt - a.endedAt)[0];
    trips.set(each, (waitedFor ? (trips.get(waitedFor) ?? 0) : 0) + (each.isCached ? 0 : 1));
  }
  return trips;
}
