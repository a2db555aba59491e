import type { Failure, TestStep } from '../../../domain/bi-accounts/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { SessionContext } from '../../request/context.ts';
import { ServiceError, type VerifyStep } from '../../services/report-service/port.ts';

/** The service's refusal for the user who maintains the account: its own code and words, which contain no secret. */
export const getFailure = (error: ServiceError): Failure => ({
  code: error.code,
  serviceCode: error.serviceCode ?? null,
  answer: error.serviceMessage ?? null,
  serviceRequestId: error.serviceRequestId ?? null,
});

export const getStep = ({ step, outcome, ms, code, serviceCode, message, requestId }: VerifyStep): TestStep => ({
  step,
  outcome,
  ms: ms ?? null,
  failure:
    outcome === 'failed'
      ? { code: code ?? 'unavailable', serviceCode: serviceCode ?? null, answer: message ?? null, serviceRequestId: requestId ?? null }
      : null,
});

/** Makes one call of the service; its refusal goes to the log and, in the service's own words, to the user. */
export async function orRefused<T>(ctx: SessionContext, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, serviceCode, serviceRequestId, httpStatus, retryAfterMs } = error;
    ctx.log('service_call_refused', { code, serviceStatus: httpStatus, serviceCode, serviceRequestId });
    if (code === 'unavailable' || code === 'timeout') throw new AppError('report_service_down', undefined, { cause: error });
    if (code === 'throttled')
      throw new AppError('report_service_throttled', undefined, {
        cause: error,
        retryAfterSeconds: Math.max(1, Math.ceil((retryAfterMs ?? 0) / 1000)),
      });
    const { answer } = getFailure(error);
    throw new AppError('service_call_refused', {
      code,
      serviceCode: serviceCode ?? '',
      answer: answer ?? '',
      serviceRequestId: serviceRequestId ?? '',
    });
  }
}
