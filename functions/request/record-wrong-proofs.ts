import { AppError, type ErrorCode } from '../../domain/errors/catalogue.ts';
import type { SessionContext } from './context.ts';
import { recordRefusedCall } from './refuse-address.ts';

/** Wrong proofs, as the sign-in log names them. */
const wrongProofs: Partial<Record<ErrorCode, ErrorCode>> = {
  password_wrong: 'error_user_or_password',
  factor_wrong: 'factor_wrong',
  too_many_attempts: 'too_many_attempts',
};

/**
 * Around an endpoint that asks for the user's password or factor in an open session: a wrong one is recorded in the sign-in log and the
 * audit log, because the session may be in other hands. A wrong code of the app that is being added proves nothing and isn't recorded.
 */
export const recordingWrongProofs =
  <Input, Answer>(run: (input: Input, ctx: SessionContext) => Promise<Answer>) =>
  async (input: Input, ctx: SessionContext): Promise<Answer> => {
    try {
      return await run(input, ctx);
    } catch (error) {
      const wrong = error instanceof AppError && error.field !== 'app_code' && wrongProofs[error.code];
      if (wrong) ctx.later(recordRefusedCall(ctx, ctx.session.sid, wrong));
      throw error;
    }
  };
