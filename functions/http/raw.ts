import type { Context } from './context.ts';

/** A call of another protocol than the portal's own: its peers are identity providers, who send forms and read documents. */
export type RawRoute = {
  method: 'GET' | 'POST';
  path: string;
  run(request: Request, url: URL, params: Record<string, string>, ctx: Context): Promise<Response>;
};

export const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } });
