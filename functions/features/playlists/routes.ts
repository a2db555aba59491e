import { addOneDevice } from './add-device.ts';
import { addOnePlaylist } from './add-playlist.ts';
import { copyOnePlaylist } from './copy-playlist.ts';
import { changeOneDevice, editOneDevice } from './edit-device.ts';
import { editOnePlaylist } from './edit-playlist.ts';
import { exportPlaylistsAsCsv } from './export-playlists.ts';
import { findPeopleForPlaylist } from './find-people.ts';
import { findReportsForPlaylist } from './find-reports.ts';
import { exportDevicesAsCsv, findDevices } from './list-devices.ts';
import { findPlaylists } from './list-playlists.ts';
import { pairOneDevice } from './pair-device.ts';
import { askPairing, letDisplayIn, startPairingOfScreen } from './pairing.ts';
import { playOneGroup } from './play-group.ts';
import { embedForPerson, playOnePlaylist } from './play-playlist.ts';
import { beatOfPlayer, embedForDisplay } from './player.ts';
import { readOnePlaylist } from './read-playlist.ts';
import { removeOnePlaylist } from './remove-playlist.ts';

export const routes = [
  findPlaylists,
  exportPlaylistsAsCsv,
  findReportsForPlaylist,
  findPeopleForPlaylist,
  addOnePlaylist,
  readOnePlaylist,
  editOnePlaylist,
  copyOnePlaylist,
  removeOnePlaylist,
  playOnePlaylist,
  embedForPerson,
  playOneGroup,
  findDevices,
  exportDevicesAsCsv,
  addOneDevice,
  pairOneDevice,
  editOneDevice,
  changeOneDevice,
  letDisplayIn,
  startPairingOfScreen,
  askPairing,
  beatOfPlayer,
  embedForDisplay,
];
