declare module 'smtp-server' {
  import type { Readable } from 'node:stream';
  export type Session = { id: string; envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] } };
  type Done<T = void> = (error?: Error | null, answer?: T) => void;
  export class SMTPServer {
    constructor(options: {
      secure?: boolean;
      key?: string;
      cert?: string;
      authOptional?: boolean;
      allowInsecureAuth?: boolean;
      disabledCommands?: string[];
      size?: number;
      onConnect?: (session: Session, done: Done) => void;
      onAuth?: (auth: { username?: string; password?: string }, session: Session, done: Done<{ user: string }>) => void;
      onRcptTo?: (address: { address: string }, session: Session, done: Done) => void;
      onData?: (stream: Readable, session: Session, done: Done<string>) => void;
    });
    listen(port: number, host: string, done: () => void): { address(): { port: number } };
    close(done: () => void): void;
    on(event: 'error', handler: (error: Error) => void): void;
    connections: Set<{ session: Session; close(): void }>;
  }
}
