import { exportAnalyzeAsCsv, findAnalyze } from './analyze.ts';
import { exportUsageAsCsv, findUsage } from './list-usage.ts';
import { readOneUsage } from './read-usage.ts';

export const routes = [readOneUsage, exportUsageAsCsv, findUsage, exportAnalyzeAsCsv, findAnalyze];
