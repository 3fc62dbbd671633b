export { readFilm as wholeFilm } from '#islands/ui/api/film.ts';
