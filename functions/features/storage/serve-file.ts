import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Context } from '../../request/context.ts';
import { serveFrame } from './external-frame.ts';
import { markSvg } from './mark.ts';
import { isSigned } from './signed-url.ts';

// Types that may be shown in the browser; everything else is a download.
const shown: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
};
const sealed = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * /storage/{file}: icons, favicons and covers are public by their random name on the tenant's own host; everything else needs a signed
 * address. Files are stored under the tenant's id, so another tenant's name finds nothing.
 */
export async function serveFile(file: string, ctx: Context, url: URL): Promise<Response> {
  if (file === 'mark.svg') {
    return new Response(markSvg(ctx.tenant.theme), {
      headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600', 'content-security-policy': sealed },
    });
  }
  if (file === 'frame.html') return serveFrame(url, ctx);
  if (!/^[\w-]{1,80}\.[a-z0-9]{2,5}$/.test(file)) throw new AppError('not_found');
  const object = await ctx.env.FILES.get(`${ctx.tenant.id}/${file}`);
  if (!object) throw new AppError('not_found');
  const isPublic = object.customMetadata?.public === 'yes';
  if (!isPublic && !(await isSigned(file, url.searchParams.get('s'), ctx))) throw new AppError('not_found');
  // A file with a given name is always a download, whatever its type.
  const name = object.customMetadata?.name;
  const type = name ? undefined : shown[file.split('.').at(-1) ?? ''];
  return new Response(object.body as unknown as BodyInit, {
    // because the runtime's own stream type is meant
    headers: {
      'content-type': type ?? 'application/octet-stream',
      'content-disposition': type ? 'inline' : toAttachment(file, name),
      'cache-control': isPublic ? 'public, max-age=86400, immutable' : 'private, max-age=600',
      'content-security-policy': sealed,
      etag: object.httpEtag,
    },
  });
}

const percentEncoded = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Names in any language: the old form for old browsers, the encoded one for the others. */
const toAttachment = (file: string, name: string | undefined): string =>
  `attachment; filename="${file}"${name ? `; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, percentEncoded)}` : ''}`;
