import { NeonDbError } from '@neondatabase/serverless';
import { AppError, type ErrorCode } from '../../../domain/errors/catalogue.ts';

export const titlesShown = 5;
type Use = { there: number; gone: number; used: number; titles: string[] | null };

/** Turns what a guarded deletion found into its refusal: nothing there, or reports that hold it, with some of their titles. */
export function orInUse(use: Use | undefined, code: ErrorCode): void {
  if (!use?.there) throw new AppError('not_found');
  if (use.gone !== 1) throw new AppError(code, { count: use.used, titles: (use.titles ?? []).join(', ') });
}

/** A report that was published in the very moment of the deletion is held by its foreign key. */
export async function orHeld<T>(work: Promise<T>, code: ErrorCode): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === '23503') throw new AppError(code, { count: 1, titles: '' });
    throw error;
  }
}
