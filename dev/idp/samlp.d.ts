// The package brings no types; these are the parts that the stand-in uses.
declare module 'samlp' {
  type Asked = { issuer?: string; assertionConsumerServiceURL?: string; id?: string };
  type Request = { method: string; query: Record<string, string>; body: Record<string, string> };
  type Response = { set(name: string, value: string): void; send(body: string | number): void; redirect(address: string): void };
  export function getSamlResponse(options: object, user: object, done: (error: Error | null, answer: string) => void): void;
  export function parseRequest(request: Request, done: (error: Error | null, asked?: Asked) => void): void;
  export function logout(options: object): (request: Request, response: Response, next: (error: Error) => void) => void;
}
declare module 'samlp/lib/sessionParticipants/index.js' {
  export default class SessionParticipants {
    constructor(sessions: object[]);
  }
}
