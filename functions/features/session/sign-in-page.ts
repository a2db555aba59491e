import { AppError } from '../../../domain/errors/catalogue.ts';
import type { SignInPage } from '../../../domain/session/contract.ts';
import { languages } from '../../../domain/session/languages.ts';
import type { Context } from '../../request/context.ts';
import { defaultIcon } from '../../request/page.ts';
import { readPage } from './session.sql.ts';
import { takesPasswords, waysOf } from './ways.ts';

type Row = Awaited<ReturnType<typeof readPage>>['rows'][number];
const nothingKnown: Row = { notices: [], maintenance: null, unasked: false, apps: [], passwords: true };

/** The content of this host's sign-in page; with the database down it still loads, without notices (QUALITY, promises). */
export async function signInPageOf(ctx: Context): Promise<SignInPage> {
  const { tenant } = ctx;
  const { theme } = tenant;
  const news = await read(ctx).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'service_unavailable') return nothingKnown;
    throw error;
  });
  return {
    tenant: { id: tenant.id, name: tenant.name, language: tenant.language, zone: tenant.zone },
    theme: {
      title_page: theme.pageTitle || tenant.name,
      favicon: theme.favicon ?? defaultIcon,
      mark: theme.icon,
      iconReport: theme.iconReport,
      showBackgroundImage: theme.showBackgroundImage,
      loginBackground: theme.loginBackground,
      landscape: theme.landscape,
      mirrored: theme.mirrored,
      sun: theme.sun,
    },
    languages: [...languages],
    ways: waysOf(news.passwords),
    apps: news.apps,
    notices: news.notices,
    maintenance: news.maintenance,
    enteredUnasked: news.unasked,
    reportOrigin: ctx.env.REPORT_SERVICE_EMBED_ORIGIN || null,
  };
}

async function read(ctx: Context): Promise<Row> {
  const { id } = ctx.tenant;
  const [{ rows }] = await ctx.database.withPublic((db) => [readPage(db, id, takesPasswords(id))]);
  return rows[0] ?? nothingKnown;
}
