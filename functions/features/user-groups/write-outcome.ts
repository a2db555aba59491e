import { NeonDbError } from '@neondatabase/serverless';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { fold } from '../../../domain/text/fold.ts';

/** A name is taken when a living group has the same folded one; the database decides, so that two writers cannot both win. */
export async function orNameTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === '23505') throw new AppError('name_taken', undefined, { field: 'name' });
    throw error;
  }
}

export const keyOfName = (name: string): string => {
  const key = fold(name);
  if (!key) throw new AppError('invalid_input', { name: 'name', reason: 'invalid' }, { field: 'name' });
  return key;
};
