import { NeonDbError } from '@neondatabase/serverless';
import { AppError } from '../../domain/errors/catalogue.ts';
import { invalidInput } from '../../domain/errors/invalid-input.ts';
import { fold } from '../../domain/text/fold.ts';

/** The key by which a name is sorted and compared. A name of symbols alone folds to nothing and is refused as the field `name`. */
export function keyOfName(name: string): string {
  const key = fold(name);
  if (!key) throw invalidInput('name');
  return key;
}

/**
 * Wraps a write whose only unique field is a name (or whose `constraint` is the name's). The database detects a taken name, so one of two
 * concurrent writers wins.
 */
export async function orNameTaken<T>(work: Promise<T>, constraint?: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === '23505' && (!constraint || error.constraint === constraint))
      throw new AppError('name_taken', undefined, { field: 'name' });
    throw error;
  }
}
