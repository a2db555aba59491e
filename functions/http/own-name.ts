import { NeonDbError } from '@neondatabase/serverless';
import { AppError } from '../../domain/errors/catalogue.ts';
import { fold } from '../../domain/text/fold.ts';

/** By what a name is sorted and compared; one of signs alone, which folds to nothing, is refused as the field `name`. */
export function keyOfName(name: string): string {
  const key = fold(name);
  if (!key) throw new AppError('invalid_input', { name: 'name', reason: 'invalid' }, { field: 'name' });
  return key;
}

/**
 * A write whose only unique field is a name (or whose `constraint` is the name's): the database decides that it is taken, so that of two
 * writers one wins.
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
