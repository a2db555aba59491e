import { ApiError } from '../../../app/data/api-error.ts';
import { FrameProblem } from './frame-problem.ts';
import type { Trouble } from './player-state.ts';

const ofService = ['report_service_down', 'report_service_throttled', 'capacity_paused', 'capacity_opens', 'report_account_refused'];
const ofCalls = ['service_unavailable', 'unexpected', 'too_many_attempts', 'tenant_blocked'];

/**
 * Classifies the error of a call or frame; `polling`: the call fetches the playlist itself, so that its absence means the playlist is gone.
 */
export function judge(error: unknown, polling = false): Trouble {
  if (error instanceof FrameProblem && error.isPaused) return { kind: 'service', code: 'capacity_paused' };
  if (error instanceof FrameProblem) return { kind: 'report', code: 'report_service_refused' };
  if (!(error instanceof ApiError)) return { kind: 'calls', code: 'unexpected' };
  const { status: code, httpStatus } = error;
  if (code === 'network') return { kind: 'network', code };
  if (httpStatus === 401) return { kind: 'ended', code };
  if (polling && httpStatus === 404) return { kind: 'gone', code };
  if (ofCalls.includes(code)) return { kind: 'calls', code };
  return { kind: ofService.includes(code) ? 'service' : 'report', code, ...(typeof error.vars?.at === 'string' && { at: error.vars.at }) };
}
