// One name per subject in every runtime: a room is a folder of functions/features and has that name wherever it has anything.

/** Rooms that exist in the browser alone. */
const inBrowser = ['own-profile', 'palette', 'registration'];
/** Subjects of rules and tables that no endpoint of their own serves. */
const ofRules = [
  ...['access', 'automatic-actions', 'capacity', 'contract', 'errors', 'fields', 'format', 'rich-text', 'text', 'themes', 'validation'],
  'watermark',
];
/** Texts of the frame, and the lists that gather texts. */
const ofFrame = /^(errors|export|index|page|part-[\w-]+|shell|ui|ui-basics)$/;
/** What the files of tables share. */
const ofTables = /^(columns|index|types)$/;

/** Folders and files whose name is no room's. A file of texts may go on after it: `playlists-player.ts`. */
export function strangeNames(paths: readonly string[]): string[] {
  const getRoom = (path: string) => /^functions\/features\/([\w-]+)\//.exec(path)?.[1] ?? [];
  const rooms = new Set(paths.flatMap(getRoom));
  const isRoom = (name: string) => rooms.has(name);
  const isText = (name: string) => [...rooms, ...inBrowser].some((room) => name === room || name.startsWith(`${room}-`));
  const isStrange = (path: string): boolean => {
    const [, top = '', name = ''] =
      /^(domain|web\/features|i18n\/[\w]{2}(?:-[\w]{2})?|db\/schema)\/([\w-]+)/.exec(path) ?? /^(functions)\/(\w+)\//.exec(path) ?? [];
    if (top === 'domain') return !isRoom(name) && !ofRules.includes(name);
    if (top === 'web/features') return !isRoom(name) && !inBrowser.includes(name);
    if (top === 'db/schema') return !isRoom(name) && !ofRules.includes(name) && !ofTables.test(name);
    if (top === 'functions') return !['features', 'request', 'services'].includes(name);
    return top !== '' && !isText(name) && !ofFrame.test(name);
  };
  return paths.filter(isStrange);
}
