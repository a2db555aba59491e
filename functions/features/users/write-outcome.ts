import { NeonDbError } from '@neondatabase/serverless';
import { AppError } from '../../../domain/errors/catalogue.ts';

/** An e-mail and a telephone number are unique within a tenant; the database decides, so that two writers can't both win. */
export async function orTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof NeonDbError) || error.code !== '23505') throw error;
    if (error.constraint === 'users_phone') throw new AppError('phone_taken', undefined, { field: 'phone' });
    if (error.constraint === 'users_email' || error.constraint === 'users_user_name')
      throw new AppError('email_taken', undefined, { field: 'email' });
    throw error;
  }
}
