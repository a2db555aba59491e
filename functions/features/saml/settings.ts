import { AppError } from '../../../domain/errors/catalogue.ts';

export function refuseUnlessLeft(outcome: { allowed: boolean } | undefined): void {
  if (outcome && !outcome.allowed) throw new AppError('function_disabled');
}
