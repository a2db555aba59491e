import { currentLanguage } from '../../i18n.ts';
import { session } from '../session/session.ts';
import { ApiError, getFailure } from './api-error.ts';

type Options = { onProgress?: (sent: number) => void; signal?: AbortSignal };

const getHeaders = (request: XMLHttpRequest): Headers =>
  new Headers(
    request
      .getAllResponseHeaders()
      .trim()
      .split(/\r?\n/)
      .flatMap((line): [string, string][] =>
        line.includes(':') ? [[line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]] : [],
      ),
  );

function parseResponse(request: XMLHttpRequest): unknown {
  try {
    return JSON.parse(request.responseText);
  } catch {
    return null;
  }
}

/** Sends a file, or a part of one, unchanged. XMLHttpRequest, because fetch reports no upload progress. */
export async function sendFile(path: string, file: Blob, { onProgress, signal }: Options = {}): Promise<unknown> {
  const token = await session.token();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (done: () => void) => {
      signal?.removeEventListener('abort', abort);
      done();
    };
    request.open('PUT', path);
    request.setRequestHeader('authorization', `Bearer ${token ?? ''}`);
    request.setRequestHeader('lang', currentLanguage());
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded);
    request.onabort = () => settle(() => reject(new DOMException('aborted', 'AbortError')));
    request.onerror = () => settle(() => reject(new ApiError({ status: 'network', message: 'network', httpStatus: 0 })));
    request.onload = () =>
      settle(() => {
        if (request.status >= 200 && request.status < 300) resolve(parseResponse(request));
        else reject(new ApiError(getFailure(request.status, getHeaders(request), parseResponse(request))));
      });
    signal?.addEventListener('abort', abort);
    request.send(file);
  });
}
