import { AppError } from '../../domain/errors/catalogue.ts';

/** For a write that can lose one race only: answers what a caller who came a moment later would have read. */
export async function orLost<T>(work: Promise<T>, refusal: (cause: unknown) => AppError): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof AppError && error.code === 'changed_meanwhile' ? refusal(error) : error;
  }
}

/** The same where the race is lost by finding rows removed. */
export const orGone = <T>(work: Promise<T>, field?: string): Promise<T> =>
  orLost(work, (cause) => new AppError('not_found', undefined, { cause, ...(field && { field }) }));
