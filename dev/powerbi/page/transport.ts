import { isRecord, type Json } from './dom.ts';

export type Asked = { method: string; url: string; headers: Record<string, string>; body: unknown };
/** `after` runs once the reply is sent: a load answers 202 before it reports `loaded`. */
export type Reply = { status?: number; body?: unknown; after?: () => void };

export type Host = { send(url: string, body: Json): void };

let count = 0;

/** Exchanges postMessage only with the page that frames this one. Replies to our own messages are ignored. */
export function connect(answer: (asked: Asked) => Reply | Promise<Reply>): Host {
  const host = window.parent;
  let origin: string | null = location.ancestorOrigins?.[0] ?? null;

  const post = (message: Json) => host.postMessage(message, origin ?? '*');

  window.addEventListener('message', (event) => {
    if (event.source !== host || host === window) return;
    if (origin !== null && event.origin !== origin) return;
    const message: unknown = event.data;
    if (!isRecord(message) || typeof message.method !== 'string' || typeof message.url !== 'string' || !isRecord(message.headers)) return;
    origin ??= event.origin;
    const headers = message.headers as Record<string, string>; // because the SDK writes strings, and only two are read
    const asked = { method: message.method, url: message.url, headers, body: message.body };
    void (async () => {
      const reply = await answer(asked);
      post({ statusCode: reply.status ?? 200, headers: { id: headers.id }, body: reply.body ?? {} });
      reply.after?.();
    })();
  });

  return {
    send(url, body) {
      if (host === window) return;
      count += 1;
      post({ method: 'POST', url, headers: { id: `page-${count}` }, body });
    },
  };
}
