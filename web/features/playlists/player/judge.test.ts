import { expect, test } from 'vitest';
import { FrameProblem } from './frame-problem.ts';
import { judge } from './judge.ts';

test('a report whose capacity was just paused is no failure of the report', () => {
  expect(judge(new FrameProblem('LoadReportFailed', { isPaused: true }))).toEqual({ kind: 'service', code: 'capacity_paused' });
  expect(judge(new FrameProblem('LoadReportFailed'))).toEqual({ kind: 'report', code: 'report_service_refused' });
});
