import { AppError, type ErrorCode, type ErrorVars } from './catalogue.ts';

/** Why a request is refused. A rule returns it as a value; the verb throws it. */
export type Refusal = { refused: ErrorCode; field?: string; vars?: ErrorVars };

/** Returns the plan, or throws the refusal as an AppError. */
export function planOrThrow<Plan extends object>(decided: Plan | Refusal): Plan {
  if (!isRefusal(decided)) return decided;
  const { refused, field, vars } = decided;
  throw new AppError(refused, vars, field ? { field } : {});
}

const isRefusal = (decided: object): decided is Refusal => 'refused' in decided;

export function throwIfRefused(refusal: Refusal | null): void {
  if (refusal) planOrThrow(refusal);
}
