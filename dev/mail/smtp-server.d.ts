declare module 'smtp-server' {
  import type { Readable } from 'node:stream';
  export type Session = { envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] } };
  export class SMTPServer {
    constructor(options: {
      authOptional?: boolean;
      disabledCommands?: string[];
      size?: number;
      onAuth?: (
        auth: { username?: string; password?: string },
        session: Session,
        done: (error: Error | null, answer?: { user: string }) => void,
      ) => void;
      onData?: (stream: Readable, session: Session, done: (error?: Error | null) => void) => void;
    });
    listen(port: number, host: string, done: () => void): { address(): { port: number } };
    close(done: () => void): void;
    on(event: 'error', handler: (error: Error) => void): void;
  }
}
