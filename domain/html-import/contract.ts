import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';
import { htmlLimits, htmlRules } from './rules.ts';

export const checkHtml = endpoint({
  method: 'POST',
  path: '/api/auth/html-import',
  needs: 'notifications.read',
  reads: true,
  summary: 'Checks an HTML document for import: returns the content of its body, or which rule it breaks in which line.',
  input: z.strictObject({ html: z.string().check(z.minLength(1, 'required'), z.maxLength(htmlLimits.length, 'too_long')) }),
  output: z.object({
    html: z.nullable(z.string()),
    refusals: z.array(z.object({ rule: z.enum(htmlRules), line: z.number(), what: z.string() })),
  }),
  maxBytes: 256 * 1024,
});
