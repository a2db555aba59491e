import type { MailFailure } from '../../../domain/mail/delivery.ts';

export const mailProtocols = ['tls', 'starttls', 'none'] as const;
/** `none` is for the stand-in only. */
export type MailProtocol = (typeof mailProtocols)[number];

export type MailServer = { host: string; port: number; protocol: MailProtocol; user: string; password: string };
export type Mailbox = { name: string; email: string };
export type Attachment = { name: string; type: string; bytes: Uint8Array };

export type Letter = {
  from: Mailbox;
  to: Mailbox;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt, so that the recipient can detect duplicates. */
  messageId: string;
  date: Date;
  headers?: Record<string, string>;
  attachments?: readonly Attachment[];
};

/** A mail that could not be handed over: the failed step, whether a retry can help, and the server's own words. */
export class MailError extends Error {
  readonly failure: MailFailure;
  readonly isPermanent: boolean;
  readonly answer: string;
  constructor(
    failure: MailFailure,
    { isPermanent = false, answer = '', cause }: { isPermanent?: boolean; answer?: string; cause?: unknown } = {},
  ) {
    super(failure, { cause });
    this.failure = failure;
    this.isPermanent = isPermanent;
    this.answer = answer;
  }
}
