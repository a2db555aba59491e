import type { Query, QueryReply } from '../model/types.ts';
import { isRecord, text } from './dom.ts';

export type Problem = { message: string; detail: string; code: string; status: string; requestId: string | null };

const messages: Record<string, string> = {
  CapacityNotActive: 'LoadReportFailed',
  InternalServerError: 'LoadReportFailed',
};

type Started = { key: string; reply: Promise<QueryReply | Problem> };
let early: Started | null = null;
let newest = '';
const getKey = (report: string, token: string, query: Query) => JSON.stringify([report, token, query]);

/** Starts the first question when the SDK announces a report; the announcement may also come after the load itself. */
export function askEarly(report: string, token: string, query: Query): void {
  const key = getKey(report, token, query);
  if (key !== newest) early = { key, reply: send(report, token, query) };
}

/** Asks for the figures of a report; a refusal comes back as the error that the real page would raise. */
export function ask(report: string, token: string, query: Query): Promise<QueryReply | Problem> {
  newest = getKey(report, token, query);
  const started = early?.key === newest ? early.reply : null;
  early = null;
  return started ?? send(report, token, query);
}

async function send(report: string, token: string, query: Query): Promise<QueryReply | Problem> {
  try {
    const response = await fetch(`/embed/reports/${encodeURIComponent(report)}/query`, {
      method: 'POST',
      headers: { authorization: `EmbedToken ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(query),
    });
    if (response.ok) return (await response.json()) as QueryReply; // because the other side of this call is typed by the same file
    return getProblem(response.status, response.headers.get('requestid'), await response.json().catch(() => null));
  } catch {
    return {
      message: 'LoadReportFailed',
      detail: 'The report service could not be reached',
      code: 'NetworkError',
      status: '0',
      requestId: null,
    };
  }
}

function getProblem(status: number, requestId: string | null, body: unknown): Problem {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const code = text(error.code) ?? 'LoadReportFailed';
  return { message: messages[code] ?? code, detail: text(error.message) ?? code, code, status: String(status), requestId };
}

/** Reads when an embed token ends; null when it cannot be read. */
export function getExpiry(token: string): number | null {
  try {
    const body: unknown = JSON.parse(atob((token.split('.')[0] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return isRecord(body) && typeof body.endsAt === 'number' ? body.endsAt : null;
  } catch {
    return null;
  }
}
