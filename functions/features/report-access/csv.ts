import type { SessionContext } from '../../http/context.ts';

export const mostRows = 10_000;

/** Rows of text as a CSV file in the person's language; spreadsheets get no formula from us. */
export async function csvOf(ctx: SessionContext, rows: Record<string, string | number>[]): Promise<string> {
  const { default: papa } = await import('papaparse');
  const language = ctx.language ?? ctx.tenant.language;
  return `\ufeff${papa.unparse(rows, { delimiter: language === 'en-US' ? ',' : ';', escapeFormulae: true })}`;
}

export const dayOf = (instant: string | null): string => (instant ? instant.slice(0, 10).split('-').reverse().join('/') : '');
