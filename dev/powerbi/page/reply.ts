import type { Json } from './dom.ts';
import type { Asked, Reply } from './transport.ts';

export type Handle = (parts: string[], body: Json, asked: Asked) => Reply;
export type Route = [method: string, path: RegExp, handle: Handle];

export const fault = (status: number, message: string, detailedMessage = message): Reply => ({
  status,
  body: { message, detailedMessage, errorCode: String(status), level: 4 },
});
export const accepted = (after?: () => void): Reply => (after ? { status: 202, after } : { status: 202 });
