import * as z from 'zod/mini';
import { preventedKind } from '../../domain/access/acting.ts';
import { isHiddenCall } from '../../domain/access/hidden-call.ts';
import { type Action, can } from '../../domain/access/permissions.ts';
import type { Endpoint, Schema } from '../../domain/contract/endpoint.ts';
import { AppError } from '../../domain/errors/catalogue.ts';
import { recordClosedCall } from './closed-call.ts';
import type { Context, EmbedContext, PlayerContext, SessionContext } from './context.ts';
import { getPurpose } from './jwt.ts';
import { readInput } from './read-input.ts';
import { refuseAddress, refuseDisplayAddress, refuseEmbedAddress } from './refuse-address.ts';
import type { Route } from './route.ts';

/** The route of a contract; every route goes through the same checks in the same order. */
export type Bound = Route & { endpoint: Endpoint };

type ContextOf<N> = N extends 'public'
  ? Context
  : N extends 'playlist'
    ? PlayerContext
    : N extends 'embedded'
      ? EmbedContext
      : SessionContext;
type Verb<E extends Endpoint> = (
  input: z.output<E['input']>,
  ctx: ContextOf<E['needs']>,
  /** Only for an endpoint that takes a file: the request with its body unread. */
  request: Request,
) => Promise<z.input<E['output']>>;

/**
 * Makes a route from a contract record and its verb: session → permission → input by the contract → verb → output by the contract. The
 * permission comes before the input, so that a parse error never describes a call that the caller may not make.
 */
export function bind<E extends Endpoint>(endpoint: E, verb: Verb<E>): Bound {
  return {
    endpoint,
    method: endpoint.method,
    path: endpoint.path,
    async run(request, url, params, ctx) {
      const context = await getContext(endpoint, ctx);
      const session = 'session' in context ? (context as SessionContext).session : null; // because only a session context has one
      try {
        if (session) refuseClosed(endpoint, session);
        const input = parse(endpoint.input, await readInput(endpoint, request, url, params));
        // Because needs decides which context a verb gets.
        const output = await verb(input as z.output<E['input']>, context as ContextOf<E['needs']>, request);
        return z.parse(endpoint.output, output);
      } catch (error) {
        if (session) recordClosedCall(endpoint, ctx, session, error, params);
        throw error;
      }
    },
  };
}

async function getContext(endpoint: Endpoint, ctx: Context): Promise<Context> {
  if (endpoint.needs === 'public') return ctx;
  if (endpoint.needs === 'embedded') return withEmbed(ctx);
  return endpoint.needs === 'playlist' ? withPlayer(ctx) : withSession(ctx);
}

/** A display's token is valid for display calls only, and a person's token for none of them. */
async function withPlayer(ctx: Context): Promise<PlayerContext> {
  if (!ctx.bearer) throw new AppError('token_invalid');
  const player = await ctx.tokens.verifyPlayer(ctx.bearer, ctx.host, ctx.clock.now());
  if (player.tenant !== ctx.tenant.id) throw new AppError('token_invalid');
  refuseDisplayAddress(ctx, player);
  return { ...ctx, player };
}

/** The token of a single-report embedded page is valid for that report's calls only. */
async function withEmbed(ctx: Context): Promise<EmbedContext> {
  if (!ctx.bearer) throw new AppError('token_invalid');
  const embed = await ctx.tokens.verifyEmbedded(ctx.bearer, ctx.host, ctx.clock.now());
  if (embed.tenant !== ctx.tenant.id) throw new AppError('token_invalid');
  refuseEmbedAddress(ctx, embed.exempt, embed.sid);
  return { ...ctx, embed };
}

async function withSession(ctx: Context): Promise<SessionContext> {
  if (!ctx.bearer) throw new AppError('token_invalid');
  // The token is valid, but not for this call.
  if (getPurpose(ctx.bearer) === 'embedded' && (await withEmbed(ctx))) throw new AppError('embedded_closed');
  const session = await ctx.tokens.verify(ctx.bearer, ctx.host, ctx.clock.now());
  // A token is bound to its tenant, even if its host now belongs to another one.
  if (session.tenant !== ctx.tenant.id) throw new AppError('token_invalid');
  refuseAddress(ctx, session);
  return { ...ctx, session };
}

/** Checks the session's permission, screens and kind before the input is read. */
function refuseClosed(endpoint: Endpoint, session: SessionContext['session']): void {
  if (isAction(endpoint.needs) && !can(session, endpoint.needs)) throw new AppError('not_permitted', { action: endpoint.needs });
  if (isHiddenCall(endpoint.screens ?? [], session)) throw new AppError('function_disabled');
  const prevented = preventedKind(endpoint, session);
  if (prevented) throw new AppError(prevented);
}

const isAction = (needs: Endpoint['needs']): needs is Action =>
  needs !== 'signedIn' && needs !== 'public' && needs !== 'playlist' && needs !== 'embedded';

function parse(schema: Schema, input: Record<string, unknown>): unknown {
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = [...(issue?.path ?? []), ...(unknown ? [unknown] : [])].map(String).join('.');
  const required = issue?.message === 'required' || (issue?.code === 'invalid_type' && issue.input === undefined);
  throw new AppError(
    required ? 'required' : 'invalid_input',
    { name: path, reason: unknown ? 'unknown' : (issue?.message ?? 'invalid') },
    { field: path },
  );
}
