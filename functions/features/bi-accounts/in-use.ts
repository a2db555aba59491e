import { NeonDbError } from '@neondatabase/serverless';
import { AppError, type ErrorCode } from '../../../domain/errors/catalogue.ts';

export const titlesShown = 5;
type Use = { there: number; gone: number; used: number; titles: string[] | null };

/** Turns the result of a guarded deletion into its refusal: not found, or in use by reports, with some of their titles. */
export function orInUse(use: Use | undefined, code: ErrorCode): void {
  if (!use?.there) throw new AppError('not_found');
  if (use.gone !== 1) throw new AppError(code, { count: use.used, titles: (use.titles ?? []).join(', ') });
}

/** A foreign key catches a report published at the moment of the deletion. */
export async function orHeld<T>(work: Promise<T>, code: ErrorCode): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === '23503') throw new AppError(code, { count: 1, titles: '' });
    throw error;
  }
}
