import { type Json, text } from './dom.ts';
import { accepted, fault, type Route } from './reply.ts';
import type { Report } from './report.ts';

const refused = () => fault(403, 'PowerBINotAuthorizedException');

/** The messages of the SDK that change a report; without edit mode, or without the right in the token, they are refused. */
export function editRoutes({ editing }: Report, pageBody: (name: string) => Json | null | undefined): Route[] {
  return [
    ['POST', /^\/report\/switchMode\/(view|edit)$/, ([mode]) => (editing.switchTo(mode ?? 'view') ? accepted() : refused())],
    ['GET', /^\/report\/hasUnsavedChanges$/, () => ({ body: editing.isDirty })],
    ['POST', /^\/report\/save$/, () => (editing.maySave ? accepted(() => void editing.save()) : refused())],
    [
      'POST',
      /^\/report\/saveAs$/,
      (_, body) => {
        const name = text(body.name)?.trim();
        if (!editing.mayCopy) return refused();
        return name ? accepted(() => void editing.saveAs(name, text(body.targetWorkspaceId))) : fault(400, 'InvalidParameters');
      },
    ],
    [
      'POST',
      /^\/report\/addPage$/,
      (_, body) => {
        const made = editing.add(text(body.displayName) ?? '');
        return made ? { body: pageBody(made.name) } : refused();
      },
    ],
    ['DELETE', /^\/report\/pages\/([^/]+)$/, ([name]) => (editing.remove(name ?? '') ? accepted() : refused())],
    [
      'PUT',
      /^\/report\/pages\/([^/]+)\/name$/,
      ([name], body, { body: bare }) =>
        editing.rename(name ?? '', text(body.displayName) ?? text(body.name) ?? text(bare) ?? '') ? accepted() : refused(),
    ],
  ];
}
