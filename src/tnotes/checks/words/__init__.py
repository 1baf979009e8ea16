"""The rules about the words of a note: pure, in linear time, Korean and English."""
