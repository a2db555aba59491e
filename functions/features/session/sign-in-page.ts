import { AppError } from '../../../domain/errors/catalogue.ts';
import type { PageBoot, SignInPage } from '../../../domain/session/contract.ts';
import { languages } from '../../../domain/session/languages.ts';
import type { Context } from '../../request/context.ts';
import { defaultIcon } from '../../request/page.ts';
import { type LoginNotice, readPage } from './session.sql.ts';
import { signInMethods, takesPasswords } from './ways.ts';

type Row = Awaited<ReturnType<typeof readPage>>['rows'][number];
const nothingKnown: Row = { notices: [], maintenance: null, unasked: false, apps: [], passwords: true };

/** The content of this host's sign-in page; with the database down it still loads, without notices (QUALITY, promises). */
const getNews = (ctx: Context): Promise<Row> =>
  read(ctx).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'service_unavailable') return nothingKnown;
    throw error;
  });

const plainWords = ({ title, text }: { title: string; text: string }) => ({ title, text });
const plainNotice = ({ id, severity, texts, startsAt, endsAt, ...words }: LoginNotice): SignInPage['notices'][number] => ({
  ...{ id, ...plainWords(words), severity, startsAt, endsAt },
  texts: Object.fromEntries(Object.entries(texts).map(([language, own]) => [language, plainWords(own)])),
});

/** What `login/config` answers. */
export async function getSignInConfig(ctx: Context): Promise<SignInPage> {
  const news = await getNews(ctx);
  return { ...getPage(ctx, news), notices: news.notices.map(plainNotice) };
}

/** The same for the page itself: notices are HTML, whose code is loaded only where there are some. */
export async function getSignInPage(ctx: Context): Promise<{ page: PageBoot; getNotices: ((nonce: string) => string) | null }> {
  const news = await getNews(ctx);
  const getNotices = news.notices.length > 0 ? (await import('./notices-html.ts')).noticesHtml(news.notices, ctx.tenant.zone) : null;
  return { page: getPage(ctx, news), getNotices };
}

function getPage({ tenant, env }: Context, news: Row): PageBoot {
  const { theme } = tenant;
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
    ways: signInMethods(news.passwords),
    apps: news.apps,
    maintenance: news.maintenance,
    enteredUnasked: news.unasked,
    reportOrigin: env.REPORT_SERVICE_EMBED_ORIGIN || null,
  };
}

async function read(ctx: Context): Promise<Row> {
  const { id } = ctx.tenant;
  const [{ rows }] = await ctx.database.withPublic((db) => [readPage(db, id, takesPasswords(id))]);
  return rows[0] ?? nothingKnown;
}
