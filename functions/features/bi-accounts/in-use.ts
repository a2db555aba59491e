import { NeonDbError } from '@neondatabase/serverless';
import { AppError } from '../../../domain/errors/catalogue.ts';

/** A foreign key catches a report published at the moment of the deletion. */
export async function orHeld<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === '23503') throw new AppError('account_in_use', { count: 1, titles: '' });
    throw error;
  }
}
