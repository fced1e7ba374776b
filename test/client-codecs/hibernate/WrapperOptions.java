package org.hibernate.type.descriptor;

public interface WrapperOptions {}
