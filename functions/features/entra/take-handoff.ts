import { requestSeconds } from '../../../domain/entra/limits.ts';
import { codeSeconds } from '../../../domain/saml/limits.ts';
import { handoffPath } from '../../../domain/session/contract.ts';
import type { Context } from '../../request/context.ts';
import { getOrigin } from '../../request/get-origin.ts';
import { readBytes } from '../../request/read-bytes.ts';
import { type Route, seeOther } from '../../request/route.ts';
import { getHash, newSecret } from '../../services/ids.ts';
import { takeCode } from './entra.sql.ts';

const longestForm = 1000;

/**
 * Continues a sign-in that began on another unit's host: the page there has proved which browser began it, and posts the code from there. A
 * link or another site can't make a browser send that origin, so a sign-in begun elsewhere starts no session here. One trip.
 */
export const takeHandoff: Route = {
  method: 'POST',
  path: handoffPath,
  async run(request, _url, _params, ctx) {
    const form = new URLSearchParams(new TextDecoder().decode(await readBytes(request, longestForm).catch(() => new Uint8Array())));
    const code = form.get('code') ?? '';
    const browser = ctx.cookies.sso && /^[\w-]{43}$/.test(ctx.cookies.sso) ? ctx.cookies.sso : newSecret();
    const secret = newSecret();
    const [hash, left, shown] = [await getHash(code), await getHash(secret), await getHash(browser)];
    const [result] = await ctx.database.withDoor((db) => [
      takeCode(db, ctx, { hash, origin: request.headers.get('origin') ?? '', code: left, browser: shown, seconds: codeSeconds }),
    ]);
    if (!result.rows[0]?.taken) return arrive(ctx, newSecret());
    const response = arrive(ctx, secret);
    response.headers.set('set-cookie', `sso=${browser}; Max-Age=${requestSeconds}; Path=/api/saml; HttpOnly; Secure; SameSite=Lax`);
    return response;
  },
};

/** An unknown code ends on the general error page. */
const arrive = (ctx: Context, code: string): Response => seeOther(`${getOrigin(ctx.host, ctx.env)}/redirect?code=${code}`);
